/** rowkind.wasm, gzip, base64; made by vite.single.config.ts. */
declare module 'virtual:engine' {
  const packed: string;
  export default packed;
}

/** Size of rowkind.wasm, see vite.config.ts. */
declare const __ENGINE_BYTES__: number;
