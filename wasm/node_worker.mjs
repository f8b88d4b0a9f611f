// The engine in a worker thread of Node.
import { parentPort } from 'node:worker_threads';
import { receiver } from './worker.mjs';

parentPort.on('message', receiver((message) => parentPort.postMessage(message)));
