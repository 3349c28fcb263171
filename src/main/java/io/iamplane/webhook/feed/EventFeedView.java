package io.iamplane.webhook.feed;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Events in commit order, in the form that webhooks receive.
 *
 * @param nextAfter the number for the next request, also if there is no event yet
 * @param prunedThrough the largest number of an expired event, 0 if absent; a reader with a smaller
 *     number missed at least that event
 * @param withheld the number of events of this page without read permission for the caller
 */
@RegisterForReflection
public record EventFeedView(
    @Schema(description = "Events in the CloudEvents 1.0 format; `data.seq` is the event's number")
        List<JsonNode> data,
    @Schema(description = "The value of `after` for the next request") long nextAfter,
    @Schema(
            description =
                "The number of the last expired event, or 0 if none has expired: a caller with a "
                    + "smaller `after` has missed events and should read the current state")
        long prunedThrough,
    @Schema(
            description =
                "The number of events up to `next_after` that are omitted because the caller may "
                    + "not read them")
        int withheld) {}
