package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import jakarta.enterprise.context.ApplicationScoped;

/** The rows of {@code iam_users}, which those of {@code iam_user_terms} follow. */
@ApplicationScoped
class UserStore extends TenantStore<UserEntity, User> {

  private final UserTermStore terms;

  UserStore(UserTermStore terms) {
    this.terms = terms;
  }

  void insert(Recording recording, User user) {
    insert(recording, UserEntity.of(recording.organization(), user), user);
    terms.insert(recording, user);
  }

  void update(Recording recording, User before, User user) {
    update(recording, user.id().value(), user);
    terms.replace(recording, before, user);
  }
}
