package io.iamplane.signin;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;

/** A method by which people authenticate; each has a part of the sign-in page. */
public interface SignInMethod {

  Aal strongest();

  /**
   * Its part of the page, as HTML.
   *
   * @param form the secret that the browser's forms are tied to
   * @param fields hidden ones that each form of it must hold, as HTML
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE
   */
  String part(AuthorizationRequest request, Secret form, String fields, PageLanguage language);
}
