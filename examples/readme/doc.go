// Readme is the smallest program of the README, word for word.
package main
