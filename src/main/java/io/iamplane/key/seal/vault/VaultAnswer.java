package io.iamplane.key.seal.vault;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An answer of the API: 200 with {@code data} or {@code auth}, or 400 with {@code errors}. Its
 * texts are compared and never shown: a false server may repeat the data sent to it.
 */
record VaultAnswer(int status, JsonNode body) {

  static final int OK = 200;
  static final int BAD_REQUEST = 400;

  boolean isOk() {
    return status == OK;
  }

  boolean says(String phrase) {
    for (JsonNode error : body.path("errors")) {
      if (error.asText().contains(phrase)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "response " + status;
  }
}
