import './styles/tokens.css';
import './styles/app.css';
import './styles/page.css';
import './styles/sheets.css';
import './styles/stage.css';
import './parts/app';
import { settings } from './settings';

void settings.start();

// Offline after the first load; the page does not wait for it. (The single file has everything with it.)
if (import.meta.env.MODE === 'production' && 'serviceWorker' in navigator) void navigator.serviceWorker.register('sw.js').catch(() => {});
