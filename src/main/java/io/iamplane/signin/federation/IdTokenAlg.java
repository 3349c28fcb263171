package io.iamplane.signin.federation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.nimbusds.jose.JWSAlgorithm;

/** The algorithms that a provider's ID tokens may have: signatures, and no shared secret. */
enum IdTokenAlg {
  @JsonProperty("RS256")
  RS256(JWSAlgorithm.RS256),
  @JsonProperty("PS256")
  PS256(JWSAlgorithm.PS256),
  @JsonProperty("ES256")
  ES256(JWSAlgorithm.ES256);

  private final JWSAlgorithm algorithm;

  IdTokenAlg(JWSAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  JWSAlgorithm algorithm() {
    return algorithm;
  }
}
