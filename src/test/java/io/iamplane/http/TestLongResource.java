package io.iamplane.http;

import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Data;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Answers as long as it is asked for; in tests only. */
@Path("/api/iam/v1/test-long")
public class TestLongResource {

  @GET
  @Path("{kib}")
  @RequiresPermission("iam:organizations.read")
  @Operation(hidden = true)
  public Data<String> text(@PathParam("kib") int kib) {
    return new Data<>("x".repeat(kib * 1024));
  }
}
