package io.iamplane.audit.export;

import io.iamplane.audit.events.AuditPermits;
import io.iamplane.chain.AuditConfig;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.Ticker;
import io.netty.handler.codec.http2.Http2Error;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** The caller's own chain as a file. */
@RunOnVirtualThread
@Path("/api/iam/v1/audit/export")
public class AuditExportResource {

  /** JSON lines; not registered with IANA. */
  static final String JSON_LINES = "application/jsonl";

  /** The interval between checks of the reader's pace. */
  private static final long LOOK_MILLIS = 1_000;

  private final ExportService exports;
  private final CallerChanges changes;
  private final AuditPermits turns;
  private final Vertx vertx;
  private final Ticker ticker;
  private final Duration most;

  AuditExportResource(
      ExportService exports,
      CallerChanges changes,
      AuditPermits turns,
      Vertx vertx,
      Ticker ticker,
      AuditConfig config) {
    this.most = config.exportTime();
    this.exports = exports;
    this.changes = changes;
    this.turns = turns;
    this.vertx = vertx;
    this.ticker = ticker;
  }

  @GET
  @Produces({JSON_LINES, MediaType.TEXT_PLAIN})
  @BulkRead
  @RequiresPermission("iam:audit.read")
  @Operation(
      summary = "Export the chain as JSON Lines, which can be verified without this service",
      description =
          "The last line has the type `end`; a response without it is incomplete. An export may "
              + "take at most ten minutes, and an organization can run only one at a time; the "
              + "command iam:audit:export has no time limit.")
  @APIResponse(
      responseCode = "200",
      content = {
        @Content(mediaType = JSON_LINES, schema = @Schema(implementation = String.class)),
        // Generators of clients that do not know the type find a text here.
        @Content(mediaType = MediaType.TEXT_PLAIN, schema = @Schema(implementation = String.class))
      })
  public StreamingOutput export(
      @Parameter(example = "1") @QueryParam("from") @Nullable String from,
      @Parameter(example = "false") @QueryParam("personal") @Nullable String personal,
      @Context HttpServerRequest connection) {
    OrganizationId organization = changes.organization();
    ExportService.Request request =
        new ExportService.Request(number(from), isTrue("personal", personal));
    exports.check(organization, request);
    if (connection.method().equals(HttpMethod.HEAD)) {
      // No body is written, so that nothing would give a turn back.
      return _ -> {};
    }
    AuditPermits.Turn turn = turns.take(organization);
    // A reader that stops reading blocks the writing thread until its connection or stream is gone.
    ReadingPace pace = new ReadingPace(ticker);
    long end = ticker.nanos() + most.toNanos();
    long timer =
        vertx.setPeriodic(
            LOOK_MILLIS,
            id -> {
              if (ticker.nanos() - end >= 0 || pace.isTooSlow()) {
                vertx.cancelTimer(id);
                cutOff(connection);
                turn.close();
              }
            });
    return out -> {
      try {
        write(organization, request, pace.of(out, connection.response()::closed));
      } finally {
        vertx.cancelTimer(timer);
        turn.close();
      }
    };
  }

  /** Behind a proxy the other streams of the connection may belong to other clients. */
  private static void cutOff(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      // The writing side's own handler of lost data would close the connection.
      request.response().exceptionHandler(null).reset(Http2Error.ENHANCE_YOUR_CALM.code());
    } else {
      request.connection().close();
    }
  }

  private void write(OrganizationId organization, ExportService.Request request, OutputStream out) {
    try {
      exports.write(
          organization,
          request,
          new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
    } catch (UncheckedIOException e) {
      // The client left, or was too slow. The answer is cut, which its missing end shows.
      throw new IllegalStateException("the export was interrupted", e);
    }
  }

  private static long number(@Nullable String from) {
    if (from == null) {
      return 1;
    }
    if (!from.matches("[0-9]{1,18}")) {
      throw IamException.validation("from", "must be a record number");
    }
    return Long.parseLong(from);
  }

  private static boolean isTrue(String name, @Nullable String text) {
    if (text != null && !text.equals("true") && !text.equals("false")) {
      throw IamException.validation(name, "must be true or false");
    }
    return "true".equals(text);
  }
}
