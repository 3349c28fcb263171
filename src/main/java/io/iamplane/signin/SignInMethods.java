package io.iamplane.signin;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Collectors;

/** All sign-in methods of this installation. */
@Singleton
class SignInMethods {

  private final List<SignInMethod> all;

  SignInMethods(@All List<SignInMethod> all) {
    this.all = all;
  }

  boolean areThere() {
    return !all.isEmpty();
  }

  /** The most assurance that any of them gives. */
  Aal strongest() {
    return all.stream().map(SignInMethod::strongest).max(Aal::compareTo).orElse(Aal.AAL1);
  }

  String parts(AuthorizationRequest request, Secret form, String fields, PageLanguage language) {
    return all.stream()
        .map(each -> each.part(request, form, fields, language))
        .collect(Collectors.joining());
  }
}
