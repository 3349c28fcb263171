package io.iamplane.webhook.feed;

import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.webhook.right.EventRights;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/events")
public class EventFeedResource {

  private final EventFeed feed;
  private final EventRights rights;
  private final CurrentCaller caller;

  EventFeedResource(EventFeed feed, EventRights rights, CurrentCaller caller) {
    this.feed = feed;
    this.rights = rights;
    this.caller = caller;
  }

  @GET
  @RequiresPermission("iam:events.read")
  @Operation(
      summary = "Fetch events in commit order",
      description =
          "Set `after` to the number of the last event received (its `data.seq`), or to 0 for "
              + "the first request, and continue with `next_after`. Numbers may have gaps. Events "
              + "are kept for the retention period; a caller whose `after` is less than `pruned_through` has "
              + "missed some. Events that the caller may not read are omitted and counted in "
              + "`withheld`; `next_after` skips them.")
  public EventFeedView list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    int most = PageRequest.of(limit, null, "events").limit();
    Caller asking = caller.get();
    return feed.after(asking.organization(), number(after), most, rights.readable(asking));
  }

  private static long number(@Nullable String after) {
    if (after == null) {
      return 0;
    }
    if (!after.matches("[0-9]{1,18}")) {
      throw IamException.validation("after", "must be the number of an event, or 0");
    }
    return Long.parseLong(after);
  }
}
