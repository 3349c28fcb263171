package io.iamplane.change;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes whose guards do not see everything that happens: what a defect in them would be. */
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
   * @param hole what the guards see of an effect; null for nothing
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
