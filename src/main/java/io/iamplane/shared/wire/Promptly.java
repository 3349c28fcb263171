package io.iamplane.shared.wire;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does work at once, on the calling thread; work that needs a wait begins again on a worker thread.
 * So answers from memory do not queue behind slower ones.
 */
public final class Promptly {

  private Promptly() {}

  /**
   * Does work without a result.
   *
   * @param work may run twice, and throws {@link MustWaitException} before it has any effect
   * @return null if it is done, else a Uni that completes with it
   */
  public static <T> @Nullable Uni<T> tryRun(Runnable work) {
    try {
      work.run();
      return null;
    } catch (MustWaitException e) {
      return later(() -> {
        work.run();
        return null;
      });
    }
  }

  /**
   * @param work may run twice, and throws {@link MustWaitException} before it has any effect
   */
  public static <T> Uni<T> run(Supplier<T> work) {
    try {
      return Uni.createFrom().item(work.get());
    } catch (MustWaitException e) {
      return later(work);
    }
  }

  private static <T> Uni<T> later(Supplier<? extends @Nullable T> work) {
    return Uni.createFrom().<T>item(work).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
  }
}
