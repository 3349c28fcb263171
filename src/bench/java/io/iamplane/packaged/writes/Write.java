package io.iamplane.packaged.writes;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;

/**
 * A POST of JSON that writes one resource.
 *
 * @param status the status of a success
 */
public record Write(String path, String body, int status, String token) {

  /** Expects a success, with any body. */
  ExpectedAnswer expected() {
    return ExpectedAnswer.status(status);
  }

  /** Sends it. */
  Wire.Answer ask(Wire wire) throws IOException {
    return wire.askWithToken("POST", path, token, body);
  }

  /** Sends it on a connection of its own, to a server that is being prepared. */
  public String done(int port, int patienceMillis) throws IOException {
    try (Wire wire = new Wire(port, "127.0.0.1", patienceMillis)) {
      Wire.Answer answer = ask(wire);
      if (answer.status() != status) {
        throw new IOException(path + ": " + answer.status() + " " + answer.body());
      }
      return answer.body();
    }
  }
}
