package io.iamplane.packaged.tokens;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.load.LoadTarget;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A server with a client that has a secret, one that has a key, and one that people use. */
public interface TokenServer extends AutoCloseable {

  /** The answer that brings a token. */
  ExpectedAnswer TOKEN =
      ExpectedAnswer.of(Map.of("/access_token", ExpectedAnswer.ANY, "/token_type", "Bearer"));

  /** The answer to a code. */
  ExpectedAnswer REDEEMED =
      ExpectedAnswer.of(
          Map.of(
              "/access_token", ExpectedAnswer.ANY,
              "/refresh_token", ExpectedAnswer.ANY,
              "/id_token", ExpectedAnswer.ANY,
              "/token_type", "Bearer"));

  /** The answer about a token that is valid. */
  ExpectedAnswer ACTIVE = ExpectedAnswer.of(Map.of("/active", "true"));

  String name();

  /**
   * The questions of one measurement; null when it has no such thing.
   *
   * @param most how many requests at most, for which assertions are signed and codes made before;
   *     of {@link TokenKind#REFRESH} the requests at a time
   */
  LoadTarget target(TokenKind kind, int most) throws IOException;

  @Override
  void close();

  /** A server and its requests. */
  record Asked(int port, ProcessHandle process, List<LoadRequest> requests) implements LoadTarget {

    @Override
    public LoadRequest request(int number) {
      return requests.get(number % requests.size());
    }

    /** Each grant of a token by a secret or key takes a connection to the database. */
    @Override
    public boolean mayShed() {
      return true;
    }
  }

  /** A request for a token by each of so many assertions. */
  static List<LoadRequest> asserting(String path, int most, SignedKey key) {
    return IntStream.range(0, most)
        .mapToObj(number ->
            LoadRequest.form(
                path,
                "",
                "grant_type=client_credentials&client_assertion_type="
                    + "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
                    + "&client_assertion="
                    + key.assertion(),
                TOKEN))
        .toList();
  }

  /** The redemption of each code, once. */
  static LoadTarget redeeming(
      int port,
      ProcessHandle process,
      String path,
      String redirectUri,
      String verifier,
      List<String> codes) {
    List<LoadRequest> requests =
        codes.stream()
            .map(code ->
                LoadRequest.form(
                    path,
                    "",
                    "grant_type=authorization_code&client_id=panel&code_verifier="
                        + verifier
                        + "&redirect_uri="
                        + URLEncoder.encode(redirectUri, StandardCharsets.UTF_8)
                        + "&code="
                        + code,
                    REDEEMED))
            .toList();
    return new LoadTarget() {
      @Override
      public int port() {
        return port;
      }

      @Override
      public ProcessHandle process() {
        return process;
      }

      @Override
      public LoadRequest request(int number) {
        return requests.get(number);
      }

      @Override
      public int most() {
        return requests.size();
      }

      @Override
      public boolean mayShed() {
        return true;
      }
    };
  }

  /** A client's key. */
  interface SignedKey {
    String assertion();
  }
}
