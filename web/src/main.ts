import './styles/tokens.css';
import './styles/app.css';
import './styles/page.css';
import './parts/app';
