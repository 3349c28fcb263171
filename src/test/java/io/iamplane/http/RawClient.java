package io.iamplane.http;

import io.restassured.RestAssured;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A connection on which a test sends any bytes. */
final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;

  RawClient() {
    try {
      socket = new Socket();
      socket.connect(new InetSocketAddress("127.0.0.1", RestAssured.port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** False when the server has closed. */
  boolean send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return true;
    } catch (SocketException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One chunk of a body. */
  boolean chunk(int bytes) {
    return send(Integer.toHexString(bytes) + "\r\n" + "x".repeat(bytes) + "\r\n");
  }

  /** Returns true if an answer has begun to arrive. */
  boolean isAnswered() {
    try {
      return socket.getInputStream().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads the next answer with its body; returns its status, or 0 if the server has closed. */
  int status() {
    String answer = answer();
    return answer.isEmpty() ? 0 : Integer.parseInt(answer.substring(9, 12));
  }

  /** The head and body of the next answer of announced length. */
  String answer() {
    try {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int c = in.read();
        if (c < 0) {
          return "";
        }
        head.append((char) c);
      }
      int at = head.toString().toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
      int length =
          at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)).strip());
      return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the server to close, and discards anything that it still sends. */
  boolean isClosedInTime() {
    try {
      while (socket.getInputStream().read() >= 0) {
        // What is left of an answer.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
