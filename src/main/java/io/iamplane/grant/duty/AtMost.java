package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A limit on the permissions of a set that a subject holds.
 *
 * @param n the maximum number, fewer than all
 * @param of full keys
 */
@RegisterForReflection
public record AtMost(
    @NotNull @Min(1) @Schema(examples = "1") Integer n,
    @NotNull
        @Size(min = 2, max = 20)
        @Schema(examples = "[\"warehouse:stock.adjust\", \"warehouse:stock.read\"]")
        List<@NotNull String> of) {}
