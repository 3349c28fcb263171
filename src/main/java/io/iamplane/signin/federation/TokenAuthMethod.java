package io.iamplane.signin.federation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;

/** The ways in which this service proves itself at a token endpoint (RFC 7591, section 2). */
enum TokenAuthMethod {
  @JsonProperty("client_secret_basic")
  BASIC("client_secret_basic"),
  @JsonProperty("client_secret_post")
  POST("client_secret_post"),
  /** A public client: PKCE alone ties the code to this service. */
  @JsonProperty("none")
  NONE("none");

  private final String method;

  TokenAuthMethod(String method) {
    this.method = method;
  }

  /** Returns a new object: an executable must not hold objects of the library. */
  ClientAuthenticationMethod method() {
    return new ClientAuthenticationMethod(method);
  }
}
