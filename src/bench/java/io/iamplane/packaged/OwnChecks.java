package io.iamplane.packaged;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.checks.CheckKind;
import io.iamplane.packaged.checks.CheckServer;
import io.iamplane.packaged.checks.CheckTarget;
import io.iamplane.packaged.checks.OwnQuestions;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.siege.Victim;
import java.io.IOException;
import java.util.Map;
import java.util.function.IntFunction;

/** A build of ours, measured beside peers. */
final class OwnChecks implements CheckServer {

  private static final String DECISIONS = "/api/iam/v1/decisions/";

  private final String name;
  private final BenchServer server;

  OwnChecks(String name, BenchServer server) throws IOException {
    this.name = name;
    this.server = server;
    new Victim(server.app().port(), server.tenant().token(server.app()), "").prepare();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() {
    String token = server.tenant().token(server.app());
    return Map.of(
        CheckKind.CHECK,
        target("check", token, OwnQuestions::check, OwnQuestions::checked),
        CheckKind.BATCH,
        target("batch", token, OwnQuestions::batch, OwnQuestions::batched));
  }

  private CheckTarget target(
      String path, String token, IntFunction<String> body, IntFunction<ExpectedAnswer> answer) {
    return new CheckTarget(
        server.app().port(),
        ProcessHandle.of(server.app().pid()).orElseThrow(),
        CheckServer.requests(number ->
            LoadRequest.post(DECISIONS + path, token, body.apply(number), answer.apply(number))));
  }

  @Override
  public void requireAllAllowed() {
    OwnAccount.requireAllAllowed(name, server);
  }

  @Override
  public void close() {
    server.close();
  }
}
