package io.iamplane.packaged.tokens;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.load.LoadTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Chains of refresh tokens: each answer has the next token of its chain. Not for threads. */
public final class Refreshes implements LoadTarget {

  private static final String FORM = "grant_type=refresh_token&client_id=panel&refresh_token=";
  private static final String MEMBER = "\"refresh_token\":\"";

  private static final ExpectedAnswer REFRESHED =
      ExpectedAnswer.of(
          Map.of(
              "/access_token", ExpectedAnswer.ANY,
              "/refresh_token", ExpectedAnswer.ANY,
              "/token_type", "Bearer"));

  private final int port;
  private final ProcessHandle process;
  private final String path;
  private final Deque<String> tokens;

  /**
   * Makes chains.
   *
   * @param first the first token of each, and as many as there are connections
   */
  public Refreshes(int port, ProcessHandle process, String path, List<String> first) {
    this.port = port;
    this.process = process;
    this.path = path;
    this.tokens = new ArrayDeque<>(first);
  }

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
    return LoadRequest.form(path, "", FORM + tokens.remove(), REFRESHED);
  }

  @Override
  public void answered(LoadRequest request, int status, String body) {
    int from = body.indexOf(MEMBER) + MEMBER.length();
    tokens.add(status == 200 ? body.substring(from, body.indexOf('"', from)) : presented(request));
  }

  /** A request that was refused because of load left its token as it was. */
  private static String presented(LoadRequest request) {
    String text = new String(request.bytes(), StandardCharsets.UTF_8);
    return text.substring(text.indexOf(FORM) + FORM.length());
  }

  @Override
  public boolean mayShed() {
    return true;
  }
}
