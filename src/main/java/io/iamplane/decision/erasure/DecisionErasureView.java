package io.iamplane.decision.erasure;

import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The erasure of a person from the log of decisions, which goes on behind the answer.
 *
 * @param reached decisions that were sealed before are erased; null before the first step
 * @param until decisions that are sealed before will be erased; later ones are kept
 * @param blocks the number of changed blocks
 * @param records the number of erased records
 * @param skipped the number of blocks that could not be read, and were left as they are
 * @param skippedBlocks their ids, at most 50
 */
@RegisterForReflection
public record DecisionErasureView(
    State state,
    @Nullable Instant reached,
    Instant until,
    long blocks,
    long records,
    long skipped,
    List<String> skippedBlocks) {

  @Schema(name = "DecisionErasureState")
  public enum State implements WireName {
    RUNNING,
    DONE
  }
}
