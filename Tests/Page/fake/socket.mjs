// A minimal WebSocket server for tests, one connection at a time (RFC 6455).
import { createHash } from 'node:crypto';

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Accepts an upgraded request: `heard` gets a string or a Buffer; the result sends and closes. */
export function accept(request, socket, heard, closed) {
  const key = createHash('sha1').update(request.headers['sec-websocket-key'] + guid).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\nSec-WebSocket-Protocol: standups.1\r\n\r\n`);
  let rest = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const frame = read(rest);
      if (!frame) return;
      rest = rest.subarray(frame.length);
      if (frame.opcode === 1) heard(frame.payload.toString());
      else if (frame.opcode === 2) heard(frame.payload);
      else if (frame.opcode === 8) return socket.end(write(8, frame.payload));
      else if (frame.opcode === 9) socket.write(write(10, frame.payload));
    }
  });
  socket.on('close', closed);
  socket.on('error', () => socket.destroy());
  return {
    send: (frame) => socket.writable && socket.write(write(1, Buffer.from(JSON.stringify(frame)))),
    close(code) {
      const reason = Buffer.alloc(2);
      reason.writeUInt16BE(code);
      socket.end(write(8, reason));
    },
    cut: () => socket.destroy(),
    /** Holds back all frames, as a slow connection does, or sends them. */
    hold: (isHeld) => (isHeld ? socket.cork() : socket.uncork()),
    backlog: () => socket.writableLength,
  };
}

function read(bytes) {
  if (bytes.length < 2) return null;
  let length = bytes[1] & 127;
  let at = 2;
  if (length === 126) { if (bytes.length < 4) return null; length = bytes.readUInt16BE(2); at = 4; }
  else if (length === 127) { if (bytes.length < 10) return null; length = Number(bytes.readBigUInt64BE(2)); at = 10; }
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length)).map((byte, index) => byte ^ mask[index % 4]);
  return { opcode: bytes[0] & 15, payload: Buffer.from(payload), length: at + 4 + length };
}

function write(opcode, payload) {
  const { length } = payload;
  let head;
  if (length < 126) head = Buffer.from([128 | opcode, length]);
  else if (length < 65536) { head = Buffer.alloc(4); head[1] = 126; head.writeUInt16BE(length, 2); }
  else { head = Buffer.alloc(10); head[1] = 127; head.writeBigUInt64BE(BigInt(length), 2); }
  head[0] = 128 | opcode;
  return Buffer.concat([head, payload]);
}
