// <Rowkind step={2} scenario={`sql: | …`} /> in MDX. `base`: where the built page is served.
import React, { useEffect } from 'react';

export default function Rowkind({ scenario = '', base = '/rowkind/', ...attributes }) {
  useEffect(() => {
    if (document.querySelector('script[data-rowkind]')) return;
    const script = Object.assign(document.createElement('script'), { type: 'module', src: base + 'rowkind-play.js' });
    script.dataset.rowkind = '';
    document.head.append(script);
  }, [base]);
  return React.createElement('rowkind-play', attributes, React.createElement('pre', null, scenario));
}
