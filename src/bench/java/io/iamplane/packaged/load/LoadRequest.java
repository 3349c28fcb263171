package io.iamplane.packaged.load;

import java.nio.charset.StandardCharsets;

/** A request as it goes over the wire; a success is answered with 200. */
public record LoadRequest(byte[] bytes) {

  /**
   * A POST.
   *
   * @param token of the bearer; none when it is empty
   */
  public static LoadRequest post(String path, String token, String body) {
    return post(path, token, "application/json", body);
  }

  /** The same with the fields of a form. */
  public static LoadRequest form(String path, String token, String fields) {
    return post(path, token, "application/x-www-form-urlencoded", fields);
  }

  private static LoadRequest post(String path, String token, String type, String body) {
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
    return new LoadRequest(whole);
  }
}
