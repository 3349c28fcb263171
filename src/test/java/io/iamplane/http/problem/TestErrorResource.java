package io.iamplane.http.problem;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Data;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.sql.SQLException;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Throws any requested error; in tests only. */
@Path("/api/iam/v1/test-errors")
public class TestErrorResource {

  /** A text that no client may ever read. */
  static final String INTERNAL = "host db.internal refused user iam_app";

  @GET
  @Path("code/{code}")
  @RequiresPermission("iam:organizations.read")
  @Operation(hidden = true)
  public Data<String> code(@PathParam("code") String code) {
    throw switch (ErrorCode.valueOf(code)) {
      case VALIDATION -> IamException.validation("checks[3].subject.id", "must be a string");
      case DEPENDENCY_UNAVAILABLE ->
          IamException.dependencyUnavailable(new SQLException(INTERNAL, "08006"));
      case NOT_FOUND -> IamException.notFound();
      case CONFLICT -> IamException.conflict("A resource with this key already exists.");
      default -> IamException.of(ErrorCode.valueOf(code), "The public detail.");
    };
  }

  @GET
  @Path("unforeseen/{kind}")
  @RequiresPermission("iam:organizations.read")
  @Operation(hidden = true)
  public Data<String> unforeseen(@PathParam("kind") String kind) throws IOException, SQLException {
    switch (kind) {
      case "runtime" -> throw new IllegalStateException(INTERNAL);
      case "checked" -> throw new IOException(INTERNAL);
      case "error" -> throw new AssertionError(INTERNAL);
      case "sql" -> throw new SQLException(INTERNAL + " SELECT 1", "42P01");
      case "lost" -> throw new SQLException(INTERNAL, "08006");
      case "null-pointer" -> throw new NullPointerException(INTERNAL);
      default -> throw new StackOverflowError(INTERNAL);
    }
  }
}
