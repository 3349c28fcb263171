package io.iamplane.token;

import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Refuses an issuer that verifiers would not accept, and an audience that is not set. */
@Singleton
class TokenStartUpCheck implements StartUpCheck {

  private final Issuer issuer;
  private final Audience audience;
  private final LaunchMode mode;

  TokenStartUpCheck(Issuer issuer, Audience audience, LaunchMode mode) {
    this.issuer = issuer;
    this.audience = audience;
    this.mode = mode;
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    issuer
        .problem()
        .ifPresent(problem ->
            findings.add(
                Finding.severe(
                    Issuer.PROPERTY,
                    problem,
                    "set it to the URL of this service, such as https://iam.example.com")));
    if (mode == LaunchMode.NORMAL && issuer.isPlainHttp()) {
      findings.add(
          Finding.severe(
              Issuer.PROPERTY,
              "plain HTTP lets an attacker on the network replace the keys",
              "set it to the https URL that clients use"));
    }
    if (audience.value().isEmpty()) {
      findings.add(
          Finding.severe(
              Audience.PROPERTY,
              "not set, so no token is valid for this API",
              "set it to the audience of your tokens, such as https://iam.example.com/api"));
    }
    return findings;
  }
}
