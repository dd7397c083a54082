// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_42 --verify-diagnostics

// expected-error@+1 {{Neo does not know the chip 'sm_42'; it knows sm_80 sm_90}}
module {
}
