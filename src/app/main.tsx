import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles/index.scss';
import { Start } from './Start.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);
