package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The maximum number of the permissions {@code of} a set (full keys) to hold: fewer than all. */
@RegisterForReflection
public record AtMost(
    @NotNull @Min(1) @Schema(examples = "1") Integer n,
    @NotNull
        @Size(min = 2, max = 20)
        @Schema(examples = "[\"warehouse:stock.adjust\", \"warehouse:stock.read\"]")
        List<@NotNull String> of) {}
