package io.iamplane.governance.preview;

import io.iamplane.grant.CreateGrantRequest;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.openapi.annotations.Operation;

@RunOnVirtualThread
@Path("/api/iam/v1/grants")
public class GrantPreviewResource {

  private final GrantPreview previews;
  private final CurrentCaller caller;

  GrantPreviewResource(GrantPreview previews, CurrentCaller caller) {
    this.previews = previews;
    this.caller = caller;
  }

  @POST
  @Path("preview")
  @BulkRead
  @RequiresPermission("iam:grants.manage")
  @Operation(
      summary = "Preview what a grant would change, without writing anything",
      description = "Refused for the same reasons as creating the grant.")
  public Data<PreviewView> preview(@NotNull @Valid CreateGrantRequest request) {
    return new Data<>(previews.preview(caller.get(), request));
  }
}
