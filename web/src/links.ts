// The whole document in the address: "#v1." + base64url(deflate-raw(JSON)). Short links of lessons: "#example/ID@STEP". A link that
// worked once works for ever: tests/page/links.json holds old ones; a new shape gets a new version.
import type { Document } from 'rowkind';

export interface Shared {
  document: Document;
  step?: number;
}

/** Longer links get lost in chats and mails: those documents go as a file. */
export const kLongestLink = 8 * 1024;
const kLongestHash = 256 * 1024;
const kLongestText = 4 << 20;
const kPrefix = '#v1.';

export class LinkError extends Error {
  constructor(readonly reason: 'newer' | 'size' | 'broken') {
    super(reason);
  }
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, limit = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream() as ReadableStream).pipeThrough(stream as ReadableWritablePair).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      void reader.cancel();
      throw new LinkError('size');
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function to_hash(shared: Shared): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(shared)) as Uint8Array<ArrayBuffer>;
  const bytes = await pipe(text, new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return kPrefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws LinkError. */
export async function from_hash(hash: string): Promise<Shared> {
  if (!hash.startsWith(kPrefix)) throw new LinkError(/^#v\d+\./.test(hash) ? 'newer' : 'broken');
  if (hash.length > kLongestHash) throw new LinkError('size');
  try {
    const binary = atob(hash.slice(kPrefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw'), kLongestText));
    const shared = JSON.parse(text) as Shared;
    if (typeof (shared.document?.sql ?? shared.document?.pipeline) !== 'string') throw new LinkError('broken');
    return shared;
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError('broken');
  }
}

export const example_hash = (id: string, step?: number) => `#example/${id}${step ? '@' + step : ''}`;

export function example_of_hash(hash: string): { id: string; step?: number } | undefined {
  const found = /^#example\/([\w-]+)(?:@(\d+))?$/.exec(hash);
  return found ? { id: found[1], step: found[2] ? Number(found[2]) : undefined } : undefined;
}
