package io.iamplane.packaged.load;

import io.iamplane.packaged.answers.Chunks;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A kept HTTP/1.1 connection with one request under way at a time. */
final class LoadConnection implements AutoCloseable {

  private static final int FIRST_BYTES = 64 * 1024;
  private static final int STATUS = "HTTP/1.1 ".length();
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES);

  /** The length of the head with its empty line; 0 until it has arrived. */
  private int headLength;

  /** The length of the body; -1 for a chunked one. */
  private int bodyLength;

  private LoadRequest request;
  private int status;
  private long due;

  LoadConnection(int port, Selector selector) throws IOException {
    this.channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
  }

  /**
   * Sends a request.
   *
   * @param when it was due, in nanoseconds
   */
  void send(LoadRequest sent, long when) throws IOException {
    request = sent;
    due = when;
    headLength = 0;
    in.clear();
    ByteBuffer out = ByteBuffer.wrap(request.bytes());
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Reads the available bytes; returns true once the answer is complete. */
  boolean read() throws IOException {
    if (!in.hasRemaining()) {
      in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
    }
    if (channel.read(in) < 0) {
      throw new EOFException("closed in the middle of an answer");
    }
    if (headLength == 0) {
      readHead();
    }
    return headLength > 0
        && (bodyLength >= 0 ? in.position() >= headLength + bodyLength : endsWithLastChunk());
  }

  long due() {
    return due;
  }

  /** The request that is under way, or was answered last. */
  LoadRequest request() {
    return request;
  }

  int status() {
    return status;
  }

  /** The body of an answer that is whole. */
  String body() {
    return bodyLength < 0
        ? Chunks.text(in.array(), headLength)
        : new String(in.array(), headLength, bodyLength, StandardCharsets.UTF_8);
  }

  private void readHead() {
    byte[] bytes = in.array();
    for (int i = 3; i < in.position(); i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        headLength = i + 1;
        String head =
            new String(bytes, 0, headLength, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        status = Integer.parseInt(head, STATUS, STATUS + 3, 10);
        bodyLength = bodyLength(head);
        return;
      }
    }
  }

  private static int bodyLength(String head) {
    int at = head.indexOf("\r\ncontent-length:");
    if (at < 0) {
      return head.contains("\r\ntransfer-encoding: chunked\r\n") ? -1 : 0;
    }
    int from = head.indexOf(':', at) + 1;
    return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
  }

  private boolean endsWithLastChunk() {
    int from = Math.max(headLength, in.position() - LAST_CHUNK.length);
    return Arrays.equals(in.array(), from, in.position(), LAST_CHUNK, 0, LAST_CHUNK.length);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
