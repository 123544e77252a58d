/** Bytes of a script. */

/** Bytes that were packed by zlib and written in base64. @param {string} written */
export function unpacked(written) {
  const packed = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
