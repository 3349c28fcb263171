package io.iamplane.directory.user;

import io.iamplane.change.Recording;

/** Ends what a person may no longer use, inside the change that suspends or erases them. */
@FunctionalInterface
public interface UserSuspension {

  void suspended(Recording recording, UserId user);

  /** Removes besides what an erased person leaves. */
  default void erased(Recording recording, UserId user) {
    suspended(recording, user);
  }
}
