#!/usr/bin/env node
// The command line `rowkind` under Node: the same code and the same output as the native program.
import fs from 'node:fs';
import { Instance, compile } from './loader.mjs';
import { MissingPart, More } from './more.mjs';

const attempt = (action) => {
  try {
    return action();
  } catch {
    return null;
  }
};

function write(stream, bytes) {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(stream, bytes, done);
    } catch (failure) {
      if (failure.code === 'EPIPE') process.exit(0);
      if (failure.code !== 'EAGAIN') throw failure; // a full pipe: try again
    }
  }
}

function files_below(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = (folder.endsWith('/') ? folder : folder + '/') + entry.name;
    if (entry.isDirectory()) return files_below(name);
    const file = entry.isFile() || (entry.isSymbolicLink() && fs.statSync(name, { throwIfNoEntry: false })?.isFile());
    return file ? [name] : [];
  });
}

const host = {
  read_file: (name) => attempt(() => fs.readFileSync(name)),
  write_file: (name, bytes) => attempt(() => (fs.writeFileSync(name, bytes), true)),
  list_files: (folder) =>
    attempt(() => files_below(folder).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))),
  read_stdin: () => attempt(() => fs.readFileSync(0)) ?? Buffer.alloc(0),
  write,
};

const instance = await Instance.create(await compile(), await More.from(), host);
try {
  process.exitCode = instance.cli(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof MissingPart)) throw failure;
  console.error(`rowkind: ${failure.message}\n  ${failure.hint}`);
  process.exitCode = 2;
}
