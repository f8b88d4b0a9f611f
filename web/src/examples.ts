// The gallery: every file of examples/, in the order of the list there is none of: by title.
const files = import.meta.glob<string>('../../examples/*.yaml', { query: '?raw', import: 'default', eager: true });

export interface Example {
  id: string;
  title: string;
  yaml: string;
}

const title_of = (yaml: string, id: string) => /^title: *(.*)$/m.exec(yaml)?.[1].replace(/^(['"])(.*)\1$/, '$2') ?? id;

export const examples: Example[] = Object.entries(files)
  .map(([path, yaml]) => {
    const id = path.replace(/^.*\/|\.yaml$/g, '');
    return { id, title: title_of(yaml, id), yaml };
  })
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));
