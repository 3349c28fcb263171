package io.iamplane.change;

import io.iamplane.database.Transactions;
import io.iamplane.trace.Tracer;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes whose guards do not see everything that happens: what a defect in them would be. */
@ApplicationScoped
public class HoledChanges {

  private final Transactions transactions;
  private final WriterTurns turns;
  private final PolicyVersionStore versions;
  private final List<PolicyGuard> guards;
  private final ChangeSealer sealer;
  private final Clock clock;
  private final Tracer tracer;

  HoledChanges(
      Transactions transactions,
      WriterTurns turns,
      PolicyVersionStore versions,
      @All List<PolicyGuard> guards,
      ChangeSealer sealer,
      Clock clock,
      Tracer tracer) {
    this.transactions = transactions;
    this.turns = turns;
    this.versions = versions;
    this.guards = guards;
    this.sealer = sealer;
    this.clock = clock;
    this.tracer = tracer;
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
    return new Changes(transactions, turns, versions, holed, sealer, clock, tracer);
  }

  private static Recording seen(Recording recording, Function<Effect, @Nullable Effect> hole) {
    Recording seen = new Recording(recording.caller(), recording.organization(), recording.at());
    recording.effects().stream().map(hole).filter(Objects::nonNull).forEach(seen::add);
    return seen;
  }
}
