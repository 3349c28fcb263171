package io.iamplane.packaged.siege;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept HTTP/1.1 connection, reopened after a close. Leaner than a client: an attack shares its
 * machine with the server.
 */
public final class Wire implements AutoCloseable {

  private static final int BUFFER = 16 * 1024;

  /** The longest kept part of a body; a batch of a hundred decisions is shorter. */
  private static final int KEPT = 64 * 1024;

  private final int port;
  private final InetAddress from;
  private final int patienceMillis;
  private Socket socket;
  private InputStream in;

  /**
   * Makes a connection that is opened when it is used.
   *
   * @param from the loopback address to come from
   */
  public Wire(int port, String from, int patienceMillis) {
    this.port = port;
    this.patienceMillis = patienceMillis;
    this.from = loopback(from);
  }

  /**
   * The status, and the beginning of the body.
   *
   * @param retryAfter the header of that name; empty without it
   */
  public record Answer(int status, String retryAfter, String body) {}

  /** Sends a request and reads its answer. */
  public Answer ask(String method, String path, String body, String... headers) throws IOException {
    boolean kept = socket != null;
    try {
      send(method, path, body, headers);
      return read();
    } catch (EOFException e) {
      close();
      if (!kept) {
        throw e;
      }
      // A kept connection may have been closed meanwhile: nothing of this request was heard.
      send(method, path, body, headers);
      return read();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Sends a request with a token and a body of JSON, and reads its answer. */
  public Answer askWithToken(String method, String path, String token, String body)
      throws IOException {
    return ask(
        method, path, body, "Authorization", "Bearer " + token, "Content-Type", "application/json");
  }

  /** Sends a request and leaves at once. */
  void sendAndLeave(String method, String path, String body, String... headers) throws IOException {
    send(method, path, body, headers);
    close();
  }

  private void send(String method, String path, String body, String... headers) throws IOException {
    if (socket == null) {
      open();
    }
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    if (!method.equals("GET")) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    byte[] top = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = new byte[top.length + content.length];
    System.arraycopy(top, 0, whole, 0, top.length);
    System.arraycopy(content, 0, whole, top.length, content.length);
    socket.getOutputStream().write(whole);
  }

  private void open() throws IOException {
    Socket opened = new Socket();
    opened.setTcpNoDelay(true);
    opened.setSoTimeout(patienceMillis);
    opened.bind(new InetSocketAddress(from, 0));
    opened.connect(new InetSocketAddress(loopback("127.0.0.1"), port), patienceMillis);
    if (opened.getLocalPort() == port) {
      opened.close();
      throw new ConnectException("no one listens, and the connection is one with itself");
    }
    socket = opened;
    in = new BufferedInputStream(opened.getInputStream(), BUFFER);
  }

  private Answer read() throws IOException {
    String first = line();
    int status = Integer.parseInt(first.substring(9, 12));
    long length = -1;
    boolean chunked = false;
    boolean last = false;
    String retryAfter = "";
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring(15).strip());
      }
      if (lower.startsWith("retry-after:")) {
        retryAfter = lower.substring(12).strip();
      }
      chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
      last |= lower.startsWith("connection:") && lower.contains("close");
    }
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    if (chunked) {
      for (long size = chunk(); size > 0; size = chunk()) {
        take(size, kept);
        line();
      }
      line();
    } else {
      take(Math.max(0, length), kept);
    }
    if (last) {
      close();
    }
    return new Answer(status, retryAfter, kept.toString(StandardCharsets.UTF_8));
  }

  private long chunk() throws IOException {
    return Long.parseLong(line().split(";", 2)[0].strip(), 16);
  }

  private void take(long size, ByteArrayOutputStream kept) throws IOException {
    byte[] buffer = new byte[8 * 1024];
    for (long left = size; left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new EOFException("cut");
      }
      if (kept.size() < KEPT) {
        kept.write(buffer, 0, read);
      }
      left -= read;
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  static InetAddress loopback(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (IOException e) {
      throw new IllegalArgumentException(address, e);
    }
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // It is of no use any more either way.
    } finally {
      socket = null;
    }
  }
}
