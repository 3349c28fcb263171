package io.iamplane.signin;

import java.util.List;

/**
 * A client that keeps no secret, such as a page in a browser (RFC 6749, section 2.1).
 *
 * @param redirectUris where people may return to from sign-in
 * @param postLogoutRedirectUris where people may return to from sign-out
 */
record PublicClient(String id, List<String> redirectUris, List<String> postLogoutRedirectUris) {

  boolean takesBack(String uri) {
    return ReturnUris.contains(redirectUris, uri);
  }

  boolean takesBackSignedOut(String uri) {
    return ReturnUris.contains(postLogoutRedirectUris, uri);
  }
}
