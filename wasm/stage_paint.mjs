// The canvas of the stage: text by the browser's own fonts, triangles by WebGL2.

export class StageError extends Error {
  constructor(reason, message) {
    super(message);
    this.name = 'StageError';
    this.reason = reason;
  }
}

/** Text and colours by way of a 2D canvas: every script that the browser can write, shaped. */
export class Writer {
  #context = new OffscreenCanvas(256, 64).getContext('2d', { willReadFrequently: true });
  #families = { ui: 'system-ui, sans-serif', mono: 'ui-monospace, monospace' };
  #text = '';
  #pixels = 12;

  set_fonts({ ui, mono }) {
    if (ui) this.#families.ui = ui;
    if (mono) this.#families.mono = mono;
  }

  measure(text, font, pixels, most) {
    const context = this.#context;
    const family = font >= 2 ? this.#families.mono : this.#families.ui;
    context.font = `${font % 2 === 1 ? 600 : 400} ${pixels}px ${family}`;
    this.#pixels = pixels;
    this.#text = text.replace(/[\n\r\t]/g, ' ');
    const width = context.measureText(this.#text).width;
    if (width <= most) return width;
    // The longest beginning that fits, by whole characters.
    const letters = [...this.#text.slice(0, 2000)];
    let low = 0;
    let high = letters.length;
    const cut = (count) => letters.slice(0, count).join('').trimEnd() + '…';
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(cut(middle)).width <= most) low = middle;
      else high = middle - 1;
    }
    this.#text = cut(low);
    return Math.min(most, context.measureText(this.#text).width);
  }

  /** The text measured last, white on nothing. */
  draw(width, height) {
    const context = this.#context;
    const { canvas, font } = context;
    if (canvas.width < width || canvas.height < height) {
      canvas.width = Math.max(canvas.width, width);
      canvas.height = Math.max(canvas.height, height);
      context.font = font;
    }
    context.clearRect(0, 0, width, height);
    context.fillStyle = '#fff';
    context.textBaseline = 'alphabetic';
    context.fillText(this.#text, 0, Math.round(this.#pixels * 1.1));
    return context.getImageData(0, 0, width, height);
  }

  /** CSS colours as 0xAABBGGRR. */
  colors(css) {
    const context = this.#context;
    const out = new Uint32Array(css.length);
    const bytes = new Uint8Array(out.buffer);
    css.forEach((color, i) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = '#000';
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      bytes.set(context.getImageData(0, 0, 1, 1).data, 4 * i);
    });
    return out;
  }
}

const vertex_shader = `#version 300 es
uniform vec2 scale;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
out vec2 at;
out vec4 tint;
void main() {
  at = uv;
  tint = vec4(color.rgb * color.a, color.a);
  gl_Position = vec4(place * scale + vec2(-1, 1), 0, 1);
}`;
const fragment_shader = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in vec2 at;
in vec4 tint;
out vec4 result;
void main() { result = texture(picture, at) * tint; }`;
const kVertexBytes = 20;
const kCommandWords = 6;

/** Triangles with one texture, in premultiplied colours. */
export class Painter {
  #canvas;
  #gl;
  #scale;
  #texture;
  #width = 1;
  #height = 1;
  #dpr = 1;
  #background = 0;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
    if (!this.#gl) throw new StageError('webgl2', 'this browser has no WebGL2');
    this.start();
  }

  get lost() {
    return this.#gl.isContextLost();
  }

  start() {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex_shader], [gl.FRAGMENT_SHADER, fragment_shader]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    this.#scale = gl.getUniformLocation(program, 'scale');
    gl.bindVertexArray(gl.createVertexArray());
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, kVertexBytes, 0);
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, kVertexBytes, 8);
    gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, kVertexBytes, 16);
    for (let i = 0; i < 3; ++i) gl.enableVertexAttribArray(i);
    this.#texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
    this.background(this.#background);
  }

  resize(width, height, dpr) {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.#dpr = dpr;
    const [wide, high] = [Math.max(1, Math.round(width * dpr)), Math.max(1, Math.round(height * dpr))];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
  }

  /** 0xAABBGGRR. */
  background(color) {
    this.#background = color;
    const part = (shift) => ((color >>> shift) & 255) / 255;
    this.#gl.clearColor(part(0), part(8), part(16), 1);
  }

  /** `opacity`: one byte a pixel. Only strips that hold something are sent; the rest is empty from the start. */
  fill_texture(opacity, size) {
    const gl = this.#gl;
    const kStrip = 32;
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size, size);
    for (let y = 0; y < size; y += kStrip) {
      const strip = opacity.subarray(y * size, (y + kStrip) * size);
      if (!strip.some((one) => one !== 0)) continue;
      const pixels = new Uint8Array(strip.length * 4).fill(255);
      strip.forEach((one, i) => (pixels[4 * i + 3] = one));
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, y, size, kStrip, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    }
  }

  write(x, y, image) {
    const gl = this.#gl;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, gl.RGBA, gl.UNSIGNED_BYTE, image);
  }

  /** Returns the number of draw calls. */
  paint(memory, [vertices, vertex_count, indices, index_count, commands, command_count]) {
    const gl = this.#gl;
    const [wide, high] = [this.#canvas.width, this.#canvas.height];
    gl.viewport(0, 0, wide, high);
    gl.scissor(0, 0, wide, high);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.#scale, 2 / this.#width, -2 / this.#height);
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(memory, vertices, vertex_count * kVertexBytes), gl.STREAM_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint8Array(memory, indices, index_count * 4), gl.STREAM_DRAW);
    const words = new Uint32Array(memory, commands, command_count * kCommandWords);
    const clips = new Float32Array(memory, commands, command_count * kCommandWords);
    let calls = 0;
    for (let at = 0; at < words.length; at += kCommandWords) {
      const [left, top, right, bottom] = Array.from(clips.subarray(at, at + 4), (one) => Math.round(one * this.#dpr));
      if (right <= left || bottom <= top) continue;
      gl.scissor(left, high - bottom, right - left, bottom - top);
      gl.drawElements(gl.TRIANGLES, words[at + 5], gl.UNSIGNED_INT, words[at + 4] * 4);
      calls += 1;
    }
    return calls;
  }

  read() {
    const gl = this.#gl;
    const { width, height } = this.#canvas;
    const data = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    return { width, height, data };
  }

  close() {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
