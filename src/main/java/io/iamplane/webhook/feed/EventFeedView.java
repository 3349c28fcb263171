package io.iamplane.webhook.feed;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Events in commit order, as they are sent to webhooks.
 *
 * @param nextAfter what to ask for next, also when there is nothing yet
 * @param prunedThrough the largest number whose event is kept no longer, 0 when all are; who asked
 *     for what comes after a smaller one missed at least that one
 * @param withheld how many events of this page the caller may not read
 */
@RegisterForReflection
public record EventFeedView(
    @Schema(description = "CloudEvents 1.0; data.seq is the event's number") List<JsonNode> data,
    @Schema(description = "The after of the next request") long nextAfter,
    @Schema(
            description =
                "The number of the last expired event, 0 if none expired: a caller with a "
                    + "smaller after missed events and should read the present state")
        long prunedThrough,
    @Schema(
            description =
                "How many events up to next_after are left out because the caller may not read "
                    + "them")
        int withheld) {}
