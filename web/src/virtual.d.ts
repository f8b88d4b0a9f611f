/** rowkind.wasm and rowkind_more.wasm, gzip, base64; made by vite.single.config.ts. */
declare module 'virtual:engine' {
  export const first: string;
  export const more: string;
}

/** Size of rowkind.wasm, see vite.config.ts. */
declare const __ENGINE_BYTES__: number;
