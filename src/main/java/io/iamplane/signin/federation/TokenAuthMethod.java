package io.iamplane.signin.federation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;

/** The ways in which this service proves itself at a token endpoint (RFC 7591, section 2). */
enum TokenAuthMethod {
  @JsonProperty("client_secret_basic")
  BASIC(ClientAuthenticationMethod.CLIENT_SECRET_BASIC),
  @JsonProperty("client_secret_post")
  POST(ClientAuthenticationMethod.CLIENT_SECRET_POST),
  /** A public client: PKCE alone ties the code to this service. */
  @JsonProperty("none")
  NONE(ClientAuthenticationMethod.NONE);

  private final ClientAuthenticationMethod method;

  TokenAuthMethod(ClientAuthenticationMethod method) {
    this.method = method;
  }

  ClientAuthenticationMethod method() {
    return method;
  }
}
