package io.iamplane.packaged.load;

import io.iamplane.packaged.answers.ExpectedAnswer;
import java.nio.charset.StandardCharsets;

/**
 * A request as it goes over the wire.
 *
 * @param name its method and path
 */
public record LoadRequest(String name, byte[] bytes, ExpectedAnswer expected) {

  /**
   * A POST.
   *
   * @param token of the bearer; none when it is empty
   */
  public static LoadRequest post(String path, String token, String body, ExpectedAnswer expected) {
    return post(path, token, "application/json", body, expected);
  }

  /** The same with the fields of a form. */
  public static LoadRequest form(
      String path, String token, String fields, ExpectedAnswer expected) {
    return post(path, token, "application/x-www-form-urlencoded", fields, expected);
  }

  private static LoadRequest post(
      String path, String token, String type, String body, ExpectedAnswer expected) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            + type
            + "\r\n"
            + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n")
            + "Content-Length: "
            + content.length
            + "\r\n\r\n";
    byte[] top = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = new byte[top.length + content.length];
    System.arraycopy(top, 0, whole, 0, top.length);
    System.arraycopy(content, 0, whole, top.length, content.length);
    return new LoadRequest("POST " + path, whole, expected);
  }
}
