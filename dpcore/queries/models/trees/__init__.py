"""Decision trees and conjunctions: learners by noisy counts of conditions."""
