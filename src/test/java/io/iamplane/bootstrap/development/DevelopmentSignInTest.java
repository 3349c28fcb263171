package io.iamplane.bootstrap.development;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.LaunchMode;
import org.junit.jupiter.api.Test;

/** A sign-in that asks for no proof exists in development alone. */
class DevelopmentSignInTest {

  @Test
  void aPackagedBuildDoesNotHaveIt() {
    for (Class<?> type :
        new Class<?>[] {DevelopmentSignIn.class, DevelopmentSignInResource.class}) {
      assertThat(type.getAnnotation(IfBuildProfile.class).anyOf())
          .as(type.getSimpleName())
          .containsExactly("dev", "test");
    }
  }

  @Test
  void aPackagedStartThatWasBuiltToHaveItFails() {
    assertThatThrownBy(() -> new DevelopmentSignIn(null, null, LaunchMode.NORMAL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("requires no proof");
  }
}
