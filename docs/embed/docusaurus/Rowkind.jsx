// In MDX, around a code block that holds the scenario (MDX takes the indentation out of a template literal, so it cannot stand in an attribute):
//
//   <Rowkind step={2}>
//
//   ```yaml
//   sql: | …
//   ```
//
//   </Rowkind>
//
// `scenario`: the text itself, if it comes from an import. `base`: where the built page is served.
import React, { Children, isValidElement, useEffect } from 'react';

function text_of(node) {
  if (typeof node === 'string') return node;
  if (isValidElement(node)) return text_of(node.props.children);
  return Children.toArray(node).map(text_of).join('');
}

export default function Rowkind({ scenario, children, base = '/rowkind/', ...attributes }) {
  useEffect(() => {
    if (document.querySelector('script[data-rowkind]')) return;
    const script = Object.assign(document.createElement('script'), { type: 'module', src: base + 'rowkind-play.js' });
    script.dataset.rowkind = '';
    document.head.append(script);
  }, [base]);
  return React.createElement('rowkind-play', attributes, React.createElement('pre', null, scenario ?? text_of(children)));
}
