package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Beans are {@code @Singleton}: one that is application-scoped is reached through a proxy that
 * looks for it at each call, of which a request makes some sixty.
 */
class BeanScopesTest {

  /** Tests put another in the place of the first three; the last one closes a circle. */
  private static final List<String> PROXIED =
      List.of("MemoryBudget", "OperationThreads", "RateLimits", "SnapshotLoader");

  @Test
  void onlyTheseAreReachedThroughAProxy() {
    assertThat(
            Rule.Application.CLASSES.stream()
                .filter(type -> type.isAnnotatedWith(ApplicationScoped.class))
                .map(JavaClass::getSimpleName)
                .sorted())
        .containsExactlyElementsOf(PROXIED);
  }
}
