package io.iamplane.http;

import io.restassured.RestAssured;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * An HTTP/2 connection (RFC 9113) that opens its windows only when a test says so. It knows the
 * server's support before it asks.
 */
public final class RawHttp2Client implements AutoCloseable {

  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;

  private static final int END_STREAM_AND_HEADERS = 0x5;
  private static final int END_HEADERS = 0x4;
  private static final int GET = 0x82;
  private static final int POST = 0x83;
  private static final int ACK = 0x1;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private int lastStream = -1;
  private String farewell = "";

  /** One frame that came; {@code type} -1 when the server has closed. */
  public record Frame(int type, int stream, byte[] payload) {}

  /**
   * Connects.
   *
   * @param window the initial window of each stream, in bytes
   */
  public RawHttp2Client(int window) {
    this(RestAssured.port, window);
  }

  /** Connects to another server. */
  RawHttp2Client(int port, int window) {
    try {
      socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new DataInputStream(socket.getInputStream());
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      window(window);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets the initial window of each stream, including open ones. */
  void window(int bytes) {
    send(
        SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(bytes).array());
  }

  /** Lets a stream send more; 0: all together. */
  void admit(int stream, int bytes) {
    send(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  /** Asks; returns the stream. */
  public int get(String path, String token) {
    return begin(GET, path, token, END_STREAM_AND_HEADERS);
  }

  /** Begins a request with an endless body; returns the stream. */
  int post(String path) {
    return begin(POST, path, "", END_HEADERS);
  }

  private int begin(int method, String path, String token, int flags) {
    lastStream += 2;
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    // RFC 7541: method and http from the static table, the others as literals of indexed names.
    head.write(method);
    head.write(0x86);
    head.write(0x04);
    text(head, path);
    head.write(0x01);
    text(head, "a");
    if (!token.isEmpty()) {
      head.write(0x0f);
      head.write(0x08);
      text(head, "Bearer " + token);
    }
    send(HEADERS, flags, lastStream, head.toByteArray());
    return lastStream;
  }

  private static void text(ByteArrayOutputStream head, String text) {
    int length = text.length();
    if (length < 127) {
      head.write(length);
    } else {
      head.write(127);
      int rest = length - 127;
      for (; rest >= 128; rest >>= 7) {
        head.write(rest & 127 | 128);
      }
      head.write(rest);
    }
    head.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void send(int type, int flags, int stream, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) 0).putShort((short) payload.length).put((byte) type).put((byte) flags);
    frame.putInt(stream).put(payload);
    try {
      socket.getOutputStream().write(frame.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The next frame of a stream; settings are acknowledged, others of the connection passed over.
   */
  public Frame next() {
    try {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        if (type == GOAWAY) {
          farewell = HexFormat.of().formatHex(payload);
        }
        if (type == SETTINGS && (flags & ACK) == 0) {
          send(SETTINGS, ACK, 0, new byte[0]);
        } else if (stream != 0 && type != WINDOW_UPDATE) {
          return new Frame(type, stream, payload);
        }
      }
    } catch (EOFException | SocketException e) {
      return new Frame(-1, 0, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's GOAWAY, in hexadecimal digits. */
  public String farewell() {
    return farewell;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
