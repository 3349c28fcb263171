package io.iamplane.governance.duty;

import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The violations of the duty rules of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/duty-rules/violations")
public class DutyViolationResource {

  private final DutyViolations violations;
  private final CurrentCaller caller;

  DutyViolationResource(DutyViolations violations, CurrentCaller caller) {
    this.violations = violations;
    this.caller = caller;
  }

  @GET
  @BulkRead
  @RequiresPermission("iam:duty.read")
  @Operation(
      summary = "List the subjects that currently break a duty rule",
      description =
          "The work of one request is limited, so a page may have fewer than `limit` entries, or "
              + "none, even if `next_cursor` is present.")
  public DataPage<DutyViolationView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[rule]") @Nullable String rule) {
    UUID only =
        rule == null
            ? null
            : UuidV7.parse(rule)
                .orElseThrow(
                    () -> IamException.validation("filter[rule]", "must be a duty rule id"));
    ListRequest list = ListRequest.of("duty-rules/violations", limit, cursor, rule);
    return list.answer(
        violations.page(caller.get().organization(), list.page(), only), each -> each);
  }
}
