package io.iamplane.webhook.feed;

import io.iamplane.change.OwnChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The events of the caller's organization. */
@Path("/api/iam/v1/events")
public class EventFeedResource {

  private final EventFeed feed;
  private final OwnChanges changes;

  EventFeedResource(EventFeed feed, OwnChanges changes) {
    this.feed = feed;
    this.changes = changes;
  }

  @GET
  @RequiresPermission("iam:events.read")
  @Operation(
      summary = "Fetch events in commit order",
      description =
          "after is the number of the last event that was seen (data.seq), 0 at first; next_after is"
              + " what to ask for next. Numbers have gaps. Events are kept for the retention time:"
              + " who asks with an after smaller than the answer's pruned_through missed some.")
  public EventFeedView list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    int most = PageRequest.of(limit, null, "events").limit();
    return feed.after(changes.organization(), number(after), most);
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
