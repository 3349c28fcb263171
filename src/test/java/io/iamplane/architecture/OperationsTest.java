package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import io.iamplane.architecture.fixtures.UnguardedOperations;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.Public;
import io.iamplane.shared.RequiresPermission;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OperationsTest {

  @Test
  void everyOperationAsksForAPermissionOrIsPublicWithAReason() {
    assertThat(guarded().inApplication()).isEmpty();
  }

  @Test
  void theApplicationHasOperationsAtAll() {
    assertThat(
            Rule.Application.CLASSES.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(OperationsTest::isOperation))
        .isNotEmpty();
  }

  @Test
  void anUnguardedOperationIsReported() {
    String fixture = UnguardedOperations.class.getName();
    assertThat(guarded().inFixtures(UnguardedOperations.class))
        .containsExactly(
            fixture + ".both() both asks for a permission and is public",
            fixture + ".neither() neither asks for a permission nor is public",
            fixture + ".unexplained() is public without a reason");
  }

  /** On a thread of the system it would take the processors from the event loops. */
  @Test
  void everyOperationRunsOnAVirtualThreadOrOnTheEventLoop() {
    Rule threads =
        type ->
            type.getMethods().stream()
                .filter(OperationsTest::isOperation)
                .filter(method -> !runsWhereItShould(method))
                .map(JavaMethod::getFullName);
    assertThat(threads.inApplication()).isEmpty();
    assertThat(threads.inFixtures(UnguardedOperations.class)).isNotEmpty();
  }

  private static boolean runsWhereItShould(JavaMethod method) {
    return method.isAnnotatedWith(NonBlocking.class)
        || method.isAnnotatedWith(RunOnVirtualThread.class)
        || method.getOwner().isAnnotatedWith(RunOnVirtualThread.class);
  }

  private static Rule guarded() {
    return type ->
        type.getMethods().stream()
            .filter(OperationsTest::isOperation)
            .flatMap(OperationsTest::check);
  }

  private static boolean isOperation(JavaMethod method) {
    return method.isMetaAnnotatedWith("jakarta.ws.rs.HttpMethod");
  }

  private static Stream<String> check(JavaMethod method) {
    boolean asks = method.isAnnotatedWith(RequiresPermission.class);
    boolean open = method.isAnnotatedWith(Public.class);
    boolean any = method.isAnnotatedWith(AnyCaller.class);
    if (asks && (open || any) || open && any) {
      return Stream.of(method.getFullName() + " both asks for a permission and is public");
    }
    if (any) {
      return method.getAnnotationOfType(AnyCaller.class).value().isBlank()
          ? Stream.of(method.getFullName() + " is for any caller without a reason")
          : Stream.empty();
    }
    if (!asks && !open) {
      return Stream.of(method.getFullName() + " neither asks for a permission nor is public");
    }
    return open && method.getAnnotationOfType(Public.class).value().isBlank()
        ? Stream.of(method.getFullName() + " is public without a reason")
        : Stream.empty();
  }
}
