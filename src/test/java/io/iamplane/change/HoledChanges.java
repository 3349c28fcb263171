package io.iamplane.change;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes with guards that do not see every effect, like guards with a defect. */
@ApplicationScoped
public class HoledChanges {

  private final Changes changes;
  private final List<PolicyGuard> guards;

  HoledChanges(Changes changes, @All List<PolicyGuard> guards) {
    this.changes = changes;
    this.guards = guards;
  }

  /**
   * Changes with a hole.
   *
   * @param hole maps an effect to the effect that the guards see; null hides it
   */
  public Changes with(Function<Effect, @Nullable Effect> hole) {
    List<PolicyGuard> holed =
        guards.stream()
            .<PolicyGuard>map(guard -> recording -> guard.check(seen(recording, hole)))
            .toList();
    return changes.judgedBy(holed);
  }

  private static Recording seen(Recording recording, Function<Effect, @Nullable Effect> hole) {
    Recording seen =
        new Recording(
            recording.caller(), recording.organization(), recording.version(), recording.at());
    recording.effects().stream().map(hole).filter(Objects::nonNull).forEach(seen::add);
    return seen;
  }
}
