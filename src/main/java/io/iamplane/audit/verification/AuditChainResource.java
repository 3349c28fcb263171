package io.iamplane.audit.verification;

import io.iamplane.audit.checkpoint.AnchorException;
import io.iamplane.audit.checkpoint.ChainBrokenException;
import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.audit.checkpoint.CheckpointView;
import io.iamplane.audit.events.AuditPermits;
import io.iamplane.audit.events.ConsistencyView;
import io.iamplane.audit.events.ProofService;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.verifier.VerificationTimeoutException;
import io.iamplane.database.Transactions;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SeveralChanges;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Clock;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

/** Checkpoints and verification of the caller's own chain. */
@RunOnVirtualThread
@Path("/api/iam/v1/audit")
public class AuditChainResource {

  private static final String READ = "iam:audit.read";
  private static final String MANAGE = "iam:audit.manage";

  /** A caller waits no longer; the command verifies for as long as it takes. */
  private static final Duration MOST = Duration.ofSeconds(10);

  private final CheckpointReader checkpoints;
  private final CheckpointService service;
  private final VerificationService verifications;
  private final ProofService proofs;
  private final AuditPermits turns;
  private final CurrentCaller caller;
  private final Transactions transactions;
  private final Clock clock;

  AuditChainResource(
      CheckpointReader checkpoints,
      CheckpointService service,
      VerificationService verifications,
      ProofService proofs,
      AuditPermits turns,
      CurrentCaller caller,
      Transactions transactions,
      Clock clock) {
    this.checkpoints = checkpoints;
    this.service = service;
    this.verifications = verifications;
    this.proofs = proofs;
    this.turns = turns;
    this.caller = caller;
    this.transactions = transactions;
    this.clock = clock;
  }

  @GET
  @Path("checkpoints")
  @RequiresPermission(READ)
  @Operation(summary = "List the chain's signed checkpoints, smallest first")
  public DataPage<CheckpointView> list(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("audit/checkpoints", limit, cursor);
    String after = list.page().after();
    Page<StoredCheckpoint> page =
        transactions.call(() ->
            checkpoints.page(
                caller.get().organization(),
                list.page(),
                after == null ? 0 : size("cursor", after)));
    return list.answer(page, CheckpointView::of);
  }

  @POST
  @Path("checkpoints")
  @BulkRead
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Sign the current end of the chain",
      description = "Returns 409 if the chain is broken or does not extend the anchored one.")
  @ResponseStatus(201)
  public Data<CheckpointView> create() {
    Caller asking = caller.get();
    try (AuditPermits.Turn _ = turns.take(asking.organization())) {
      return new Data<>(
          CheckpointView.of(
              service.create(asking, asking.organization(), clock.instant().plus(MOST))));
    } catch (ChainBrokenException e) {
      verifications.keep(asking, e.verification());
      throw IamException.conflict(
          "The chain is broken, so nothing was signed; POST audit/verify-chain shows where.");
    } catch (VerificationTimeoutException e) {
      throw IamException.conflict(
          "There are too many records since the last checkpoint to verify in one request; "
              + "use the command iam:audit:checkpoint.");
    } catch (AnchorException e) {
      throw IamException.dependencyUnavailable(e);
    }
  }

  @GET
  @Path("checkpoints/{size}/consistency")
  @RequiresPermission(READ)
  @Operation(summary = "Prove that the chain has only grown since an earlier checkpoint")
  public Data<ConsistencyView> consistency(
      @PathParam("size") String size,
      @Parameter(example = "1", required = true) @QueryParam("from") @Nullable String from) {
    if (!size.matches("[0-9]{1,18}")) {
      throw IamException.notFound();
    }
    return new Data<>(
        proofs.consistency(
            caller.get().organization(),
            Long.parseLong(size),
            size("from", Parameters.required("from", from))));
  }

  @POST
  @Path("verify-chain")
  @BulkRead
  @SeveralChanges
  @RequiresPermission(READ)
  @Operation(
      summary = "Verify the chain for at most ten seconds",
      description =
          "Returns 409 if the time limit expires before the chain is verified; if it expires "
              + "before the recorded decisions are compared, `decisions.complete` and `valid` are "
              + "false. The command iam:audit:verify does the same without a time limit.")
  public Data<VerificationView> verify(@Valid @Nullable VerifyChainRequest request) {
    Caller asking = caller.get();
    boolean full = request != null && Boolean.TRUE.equals(request.full());
    try (AuditPermits.Turn _ = turns.take(asking.organization())) {
      VerifiedChain found =
          verifications.verify(
              asking,
              asking.organization(),
              new VerificationService.Request(full, null, clock.instant().plus(MOST)));
      return new Data<>(VerificationView.of(found));
    } catch (VerificationTimeoutException e) {
      throw IamException.conflict(
          "The chain is too long to verify in one request; use the command iam:audit:verify.");
    } catch (AnchorException e) {
      throw IamException.dependencyUnavailable(e);
    }
  }

  private static long size(String name, String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw IamException.validation(name, "must be the size of a checkpoint");
    }
    return Long.parseLong(text);
  }

  /**
   * The extent of a verification.
   *
   * @param full true for every record, not only those since the last checkpoint; false if absent
   */
  @RegisterForReflection
  public record VerifyChainRequest(@Schema(examples = "true") @Nullable Boolean full) {}
}
